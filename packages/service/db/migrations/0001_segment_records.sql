ALTER TABLE "segments" ADD COLUMN "upload" "bytea" NOT NULL;--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "first" bigint NOT NULL;--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "records" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "segments" ADD COLUMN "loose" timestamp with time zone DEFAULT now();--> statement-breakpoint
CREATE INDEX "segments_loose" ON "segments" USING btree ("schema_id","loose");