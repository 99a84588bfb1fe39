CREATE TABLE "group_ranges" (
	"upload" "bytea" NOT NULL,
	"first" bigint NOT NULL,
	"end_number" bigint NOT NULL,
	"object" "bytea" NOT NULL,
	CONSTRAINT "group_ranges_upload_first_pk" PRIMARY KEY("upload","first")
);
--> statement-breakpoint
CREATE TABLE "stored_objects" (
	"object" "bytea" PRIMARY KEY NOT NULL,
	"store_id" text NOT NULL,
	"schema_id" text NOT NULL,
	"segment" "bytea" NOT NULL,
	"kind" text NOT NULL,
	"items" integer NOT NULL,
	"first" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	"digest" "bytea" NOT NULL,
	"created" timestamp with time zone DEFAULT now() NOT NULL,
	"rewrite" timestamp with time zone,
	"removed" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "stores" (
	"id" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	CONSTRAINT "stores_url_unique" UNIQUE("url")
);
--> statement-breakpoint
ALTER TABLE "group_ranges" ADD CONSTRAINT "group_ranges_object_stored_objects_object_fk" FOREIGN KEY ("object") REFERENCES "public"."stored_objects"("object") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_objects" ADD CONSTRAINT "stored_objects_store_id_stores_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "group_ranges_object" ON "group_ranges" USING btree ("object");--> statement-breakpoint
CREATE UNIQUE INDEX "stored_objects_blocks" ON "stored_objects" USING btree ("segment") WHERE "stored_objects"."kind" = 'blocks' and "stored_objects"."removed" is null;--> statement-breakpoint
CREATE INDEX "stored_objects_schema" ON "stored_objects" USING btree ("schema_id");--> statement-breakpoint
CREATE INDEX "stored_objects_removed" ON "stored_objects" USING btree ("removed") WHERE "stored_objects"."removed" is not null;--> statement-breakpoint
CREATE INDEX "stored_objects_rewrite" ON "stored_objects" USING btree ("rewrite") WHERE "stored_objects"."rewrite" is not null;