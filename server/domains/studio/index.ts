/**
 * Staff operations. Invariants:
 * - Every endpoint requires a staff session with a verified second factor and one of its roles
 *   (decisions/0046-staff-roles), except those that members call: reporting a player error and withdrawing the marketing
 *   consent.
 * - Every action is recorded in the append-only audit log, in the transaction of the change.
 * - The owning domain changes its rows. The studio owns only the audit log, the statistics totals and the marketing
 *   campaigns.
 * - No response contains a full phone number or password data.
 */
export { studioServerModule, studioWorkerModule } from './registration.ts'
export { markUnsubscribed } from './marketing/campaign-queries.ts'
export { createCampaign, scheduleCampaign } from './marketing/edit-campaign.ts'
export { campaignMailPolicy, sendCampaignBatch } from './marketing/send-campaign.ts'
export { recordAnswer } from './support/handlers.ts'
export { type Actor, commandLineActor, recordAuditEntry } from './audit-log.ts'
export { changeStaff, type StaffCommand } from './staff/staff-commands.ts'
export { incomingFilePath, createUploadRegistry } from './uploads/receive-upload.ts'
export { homeSubject } from './home-curation/home-curation.copy.ts'
