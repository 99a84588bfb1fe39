CREATE TABLE "manifest_parts" (
	"schema_id" text NOT NULL,
	"part" "bytea" NOT NULL,
	"data" "bytea" NOT NULL,
	"unlisted" timestamp with time zone,
	CONSTRAINT "manifest_parts_schema_id_part_pk" PRIMARY KEY("schema_id","part")
);
--> statement-breakpoint
CREATE TABLE "published_ranges" (
	"upload" "bytea" NOT NULL,
	"first" bigint NOT NULL,
	"end_number" bigint NOT NULL,
	CONSTRAINT "published_ranges_upload_first_pk" PRIMARY KEY("upload","first")
);
--> statement-breakpoint
ALTER TABLE "manifests" ADD COLUMN "published_mac" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "manifest_parts" ADD CONSTRAINT "manifest_parts_schema_id_schemas_id_fk" FOREIGN KEY ("schema_id") REFERENCES "public"."schemas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "manifest_parts_unlisted" ON "manifest_parts" USING btree ("schema_id","unlisted") WHERE "manifest_parts"."unlisted" is not null;