CREATE TABLE "leases" (
	"schema_id" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "manifests" ADD COLUMN "mac" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "retired" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "leases" ADD CONSTRAINT "leases_schema_id_schemas_id_fk" FOREIGN KEY ("schema_id") REFERENCES "public"."schemas"("id") ON DELETE cascade ON UPDATE no action;