/**
 * The site as its operators see it: what processes report, the health of what they depend on, and modes of operation. Invariants:
 * - Nothing that hangs delays the health page beyond its limit, nor a part of it another one.
 * - The page has no limits of its own: `gauge-alerts.ts` are those of `deploy/alerts.yml`.
 */
export { receiveAlerts } from './alerts/receive-alerts.ts'
export { gaugeAlerts } from './health/gauge-alerts.ts'
export { createProcessReports, type ProcessReports } from './processes/report-process.ts'
export { createModeFollower, type ModeFollower } from './modes/follow-modes.ts'
export { operationModesChannel } from './modes/mode-queries.ts'
export { type ProviderTrials, readCurrentTrials, tryProvider } from './trials/try-provider.ts'
export { operationsServerModule, operationsWorkerModule } from './registration.ts'
