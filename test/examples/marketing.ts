import type { Examples } from './example.ts'

/** Filters that every member with marketing consent matches. */
const everyone = {
  joined_from: null,
  joined_to: null,
  has_plan: null,
  watched_within_days: null,
  not_watched_for_days: null,
}

/** Examples of marketing campaigns and of what members say when they leave. */
export const marketing = {
  'studio_marketing.listCampaigns': { path: '/api/studio/campaigns/' },
  'studio_marketing.readCampaign': { path: '/api/studio/campaigns/1/' },
  'studio_marketing.createCampaign': {
    path: '/api/studio/campaigns/',
    body: { title: '이번 주 새 작품', context: '**새 작품**이 올라왔어요.', ...everyone },
  },
  'studio_marketing.updateCampaign': {
    path: '/api/studio/campaigns/1/',
    body: { version: 1_000_000, title: '다음 주 새 작품' },
    refused: 'conflict',
  },
  'studio_marketing.deleteCampaign': {
    path: '/api/studio/campaigns/2147483647/',
    refused: 'not_found',
  },
  'studio_marketing.countAudience': {
    path: '/api/studio/campaigns/audience/',
    body: {
      joined_from: '2026-01-01',
      joined_to: '2026-12-31',
      has_plan: true,
      watched_within_days: 30,
      not_watched_for_days: 7,
    },
  },
  'studio_marketing.previewCampaign': { path: '/api/studio/campaigns/1/preview/' },
  'studio_marketing.testCampaign': { path: '/api/studio/campaigns/1/test/' },
  'studio_marketing.sendCampaign': {
    path: '/api/studio/campaigns/1/send/',
    body: { version: 1_000_000, send_at: null },
    refused: 'conflict',
  },
  'studio_marketing.cancelCampaign': {
    path: '/api/studio/campaigns/1/cancel/',
    refused: 'conflict',
  },
  'studio_marketing.listSurveyMonths': { path: '/api/studio/deletion-surveys/months/' },
  'studio_marketing.listSurveyComments': { path: '/api/studio/deletion-surveys/comments/' },
  'studio_marketing.unsubscribe': {
    path: '/api/marketing/unsubscribe/',
    body: { token: '1-1-AAAAAAAAAAAAAAAAAAAAAA' },
    refused: 'invalid_link',
  },
} satisfies Examples
