/**
 * The service itself: its name and look, the company that runs it and its legal documents. Invariants:
 * - Settings and documents are versions that are only added. The primary key lets one of two concurrent changes win.
 * - Nothing is sold before the particulars and documents that the law asks of a shop are there.
 * - A changed document is announced for 7 days, or 30, before it is in force.
 */
export { saveSettings } from './edit-settings.ts'
export { publishTerms } from './publish-terms.ts'
export {
  readCurrentVersions,
  readPublicService,
  readRequestedConsents,
  readServiceName,
  requireSelling,
} from './read-service.ts'
export { serviceServerModule } from './registration.ts'
