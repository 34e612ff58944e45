import type { Examples } from './example.ts'

/** Examples of the settings of the service, its documents and the consents to them. */
export const service = {
  'service.readService': { path: '/api/service/' },
  'service.readTerms': { path: '/api/service/terms/privacy/?version=2026-11-01' },
  'consents.listConsentRequests': { path: '/api/accounts/consents/me/' },
  'consents.giveConsents': {
    path: '/api/accounts/consents/me/',
    body: { consents: [] },
  },
  'studio_service.readSettings': { path: '/api/studio/service/' },
  'studio_service.saveSettings': {
    path: '/api/studio/service/',
    body: { version: 0, name: '한편' },
    refused: 'conflict',
  },
  'studio_service.uploadLogo': {
    path: '/api/studio/service/logo/',
    init: { headers: { 'content-type': 'image/png' }, body: 'no picture' },
    refused: 'unsupported_media_type',
  },
  'studio_service.removeLogo': { path: '/api/studio/service/logo/' },
  'studio_service.listTerms': { path: '/api/studio/service/terms/' },
  'studio_service.publishTerms': {
    path: '/api/studio/service/terms/',
    body: {
      name: 'privacy',
      effective_on: '2026-11-01',
      lead: '어떤 정보를 왜 받는지 적었어요.',
      note: '보관 기간을 고쳤어요.',
      context: '## 1. 받는 정보\n\n꼭 필요한 것만 받아요.',
    },
    refused: 'conflict',
  },
  'studio_service.readLaunchSteps': { path: '/api/studio/service/launch/' },
  'studio_service.tryProvider': {
    path: '/api/studio/service/launch/trials/',
    body: { provider: 'storage' },
  },
  'studio_operations.readHealth': { path: '/api/studio/health/' },
  'studio_operations.readRunbook': { path: '/api/studio/health/runbooks/jobs-wait/' },
  'studio_operations.readModes': { path: '/api/studio/operation-modes/' },
  'studio_operations.setMaintenance': {
    path: '/api/studio/operation-modes/maintenance/',
    body: { version: 77, message: '점검해요.', ends_at: '2027-01-01T00:00:00Z' },
    refused: 'edit_conflict',
  },
  'studio_operations.endMaintenance': { path: '/api/studio/operation-modes/maintenance/' },
  'studio_operations.setLogLevel': {
    path: '/api/studio/operation-modes/log-level/',
    body: { version: 77, level: 'debug', minutes: 60 },
    refused: 'edit_conflict',
  },
  'studio_operations.resetLogLevel': { path: '/api/studio/operation-modes/log-level/' },
} satisfies Examples
