CREATE TABLE "schema_removals" (
	"schema_id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"dataset_id" text NOT NULL,
	"name" text NOT NULL,
	"records" bigint NOT NULL,
	"scheduled" bigint NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "removals" ADD COLUMN "records" bigint;--> statement-breakpoint
ALTER TABLE "removals" ADD COLUMN "schema_id" text;--> statement-breakpoint
ALTER TABLE "removed_segments" ADD COLUMN "schema_id" text;--> statement-breakpoint
ALTER TABLE "schema_removals" ADD CONSTRAINT "schema_removals_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "schema_removals_organization" ON "schema_removals" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "removals_schema" ON "removals" USING btree ("schema_id");--> statement-breakpoint
CREATE INDEX "removed_segments_schema" ON "removed_segments" USING btree ("schema_id");