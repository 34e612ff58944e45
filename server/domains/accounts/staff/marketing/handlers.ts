import type { endpoints } from '#contract/index.ts'
import type { Handlers } from '#server/api/handler.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import { throwProblem } from '#server/shared/problem-error.ts'
import { fillMessage, readMessageSettings } from '#server/messages/service-placeholders.ts'
import { campaignEmail, type CampaignEmailSettings, unsubscribe } from './campaign-email.ts'
import { countAudience, readCampaigns } from './campaign-queries.ts'
import {
  cancelCampaign,
  createCampaign,
  deleteCampaign,
  recordTest,
  requireCampaign,
  scheduleCampaign,
  updateCampaign,
} from './edit-campaign.ts'
import { readSurveyComments, readSurveyMonths } from './survey-queries.ts'

export function studioMarketingHandlers(
  deps: CampaignEmailSettings,
): Handlers<typeof endpoints.studio_marketing> {
  return {
    listCampaigns: ({ db, query }) => readCampaigns(db, query),
    readCampaign: ({ db, params }) => requireCampaign(db, params.id),
    createCampaign: (call) => call.transact((tx) => createCampaign(tx, call, call.body)),
    updateCampaign: (call) =>
      call.transact((tx) => updateCampaign(tx, call, { ...call.params, ...call.body })),
    async deleteCampaign(call) {
      await call.transact((tx) => deleteCampaign(tx, call, call.params.id))
      return null
    },
    countAudience: async ({ db, body, now }) => ({ count: await countAudience(db, body, now) }),
    async previewCampaign({ db, params, member }) {
      const campaign = await requireCampaign(db, params.id)
      const reader = member ?? throwProblem('authentication_required')
      const settings = await readMessageSettings(db)
      const { subject, html } = fillMessage(campaignEmail(deps, campaign, reader.id), settings)
      return { subject, html }
    },
    async testCampaign(call) {
      const { id, email } = call.member ?? throwProblem('authentication_required')
      await call.transact(async (tx) => {
        const campaign = await requireCampaign(tx, call.params.id)
        const message = { kind: 'mail', to: email, ...campaignEmail(deps, campaign, id) } as const
        await queueMessage(tx, message, { now: call.now })
        await recordTest(tx, call, campaign)
      })
      return null
    },
    sendCampaign: (call) =>
      call.transact((tx) => scheduleCampaign(tx, call, { ...call.params, ...call.body })),
    cancelCampaign: (call) => call.transact((tx) => cancelCampaign(tx, call, call.params.id)),
    listSurveyMonths: async ({ db, now }) => ({ results: await readSurveyMonths(db, now) }),
    listSurveyComments: ({ db, query }) => readSurveyComments(db, query),
    async unsubscribe(call) {
      await unsubscribe(deps, call, call.body.token)
      return null
    },
  }
}
