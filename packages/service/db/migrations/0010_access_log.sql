CREATE TABLE "access_log" (
	"schema_id" text NOT NULL,
	"number" integer NOT NULL,
	"body" text NOT NULL,
	"hash" text NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "access_log_schema_id_number_pk" PRIMARY KEY("schema_id","number")
);
--> statement-breakpoint
ALTER TABLE "access_log" ADD CONSTRAINT "access_log_schema_id_schemas_id_fk" FOREIGN KEY ("schema_id") REFERENCES "public"."schemas"("id") ON DELETE cascade ON UPDATE no action;