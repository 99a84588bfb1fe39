CREATE TABLE "saved_views" (
	"schema_id" text NOT NULL,
	"id" text NOT NULL,
	"version" integer NOT NULL,
	"generation" integer NOT NULL,
	"sealed" "bytea" NOT NULL,
	"creator_id" text NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_schema_id_id_pk" PRIMARY KEY("schema_id","id")
);
--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_schema_id_schemas_id_fk" FOREIGN KEY ("schema_id") REFERENCES "public"."schemas"("id") ON DELETE cascade ON UPDATE no action;