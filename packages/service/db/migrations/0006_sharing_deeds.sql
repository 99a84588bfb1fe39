ALTER TABLE "users" ADD COLUMN "has_identity" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "schemas" ADD COLUMN "keys_by" text;--> statement-breakpoint
ALTER TABLE "identities" ADD COLUMN "revoked" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "denied" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "materials_sealer" ON "materials" USING btree ("uploaded_by");