CREATE TABLE "removed_prefixes" (
	"store_id" text NOT NULL,
	"schema_id" text NOT NULL,
	"due" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "removed_prefixes_store_id_schema_id_pk" PRIMARY KEY("store_id","schema_id")
);
--> statement-breakpoint
ALTER TABLE "manifest_parts" ALTER COLUMN "data" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "manifest_parts" ADD COLUMN "object" "bytea";--> statement-breakpoint
ALTER TABLE "manifest_parts" ADD COLUMN "at" integer;--> statement-breakpoint
ALTER TABLE "manifest_parts" ADD COLUMN "length" integer;--> statement-breakpoint
ALTER TABLE "removed_prefixes" ADD CONSTRAINT "removed_prefixes_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "removed_prefixes_due" ON "removed_prefixes" USING btree ("due");--> statement-breakpoint
ALTER TABLE "manifest_parts" ADD CONSTRAINT "manifest_parts_object_stored_objects_object_fk" FOREIGN KEY ("object") REFERENCES "public"."stored_objects"("object") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "manifest_parts_object" ON "manifest_parts" USING btree ("object") WHERE "manifest_parts"."object" is not null;