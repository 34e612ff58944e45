import type { Database, Tx } from '#server/db/client.ts'
import { publishStudioEvent } from '#server/db/notify/studio-events.ts'
import { queueMessage } from '#server/messages/queue-message.ts'
import type { BulkMailPolicy } from '#server/messages/send-message.ts'
import type { Clock } from '#server/shared/clock.ts'
import {
  campaignEmail,
  type CampaignEmailSettings,
  campaignNotification,
} from './campaign-email.ts'
import { notifyAccounts } from '#server/domains/notifications/index.ts'
import {
  type CampaignRow,
  countQueued,
  insertRecipient,
  lockCampaign,
  mayReceive,
  readNextMembers,
  readSearchEnd,
  updateCampaignRow,
  updateRecipientStatus,
} from './campaign-queries.ts'
import { enqueueSending } from './edit-campaign.ts'
import { nextSendingTime } from './sending-hours-policy.ts'

type Dependencies = Pick<Database, 'transact'> & CampaignEmailSettings & { clock: Clock }

/** Members of one transaction, which must end well within the lock timeout of another worker that waits for it. */
const batchSize = 20
/** Mails of a campaign that may wait for delivery; the next batch then waits for them. */
const maxQueued = 500
/** Delay in ms while mails wait for delivery. */
const pauseMs = 5_000

/**
 * Sends a campaign by mail and to inboxes: each run queues the mails of one batch and enqueues the next run in the same
 * transaction, so a killed worker neither repeats nor loses a mail. The lock on the campaign lets one worker at a time take a
 * batch. Between 21:00 and 08:00 in Seoul the job waits.
 */
export async function sendCampaignBatch(deps: Dependencies, campaign_id: number): Promise<void> {
  await deps.transact(async (tx) => {
    const now = deps.clock.now()
    const campaign = await lockCampaign(tx, campaign_id)
    // Cancelled or deleted since it was scheduled.
    if (campaign?.status !== 'scheduled' && campaign?.status !== 'sending') return
    const start = nextSendingTime(new Date(Math.max(now.getTime(), Date.parse(campaign.send_at!))))
    if (start > now) return enqueueSending(tx, campaign_id, start)
    if (campaign.status === 'scheduled') await startSending(tx, campaign_id, now)
    const run_at = await queueBatch(tx, deps, campaign, now)
    if (run_at) return enqueueSending(tx, campaign_id, run_at)
    await updateCampaignRow(tx, campaign_id, { status: 'sent', completed_at: now.toISOString() })
    await publishChange(tx, campaign_id)
  })
}

async function startSending(tx: Tx, campaign_id: number, now: Date): Promise<void> {
  await updateCampaignRow(tx, campaign_id, { status: 'sending', started_at: now.toISOString() })
  await publishChange(tx, campaign_id)
}

/** @returns when to continue; undefined if every mail has an outcome. */
async function queueBatch(
  tx: Tx,
  deps: CampaignEmailSettings,
  campaign: CampaignRow,
  now: Date,
): Promise<Date | undefined> {
  const later = new Date(now.getTime() + pauseMs)
  const queued = await countQueued(tx, campaign.id)
  if (queued >= maxQueued) return later
  const { last_member_id: after } = campaign
  const end = await readSearchEnd(tx, after)
  if (end === null) return queued > 0 ? later : undefined
  // The filters by days count from the beginning, so that a campaign of several days has one audience.
  const started = new Date(campaign.started_at ?? now)
  const members = await readNextMembers(tx, campaign, {
    after,
    end,
    now: started,
    limit: batchSize,
  })
  for (const { id: member_id, email } of members) {
    const message = {
      kind: 'mail',
      to: email,
      ...campaignEmail(deps, campaign, member_id),
    } as const
    const message_id = await queueMessage(tx, message, { now, is_bulk: true })
    await insertRecipient(tx, { campaign_id: campaign.id, member_id, message_id })
  }
  await notifyAccounts(
    tx,
    {
      kind: 'notice',
      key: `campaign:${campaign.id}`,
      data: campaignNotification(deps, campaign),
    },
    members.map(({ id }) => id),
    now,
  )
  await updateCampaignRow(tx, campaign.id, {
    last_member_id: members.length < batchSize ? end : members.at(-1)!.id,
    audience: campaign.audience + members.length,
  })
  return now
}

const publishChange = (tx: Tx, subject_id: number) =>
  publishStudioEvent(tx, { subject_kind: 'marketing_campaign', subject_id })

/** Sends a mail of a campaign only to members who consent at that moment, and only between 08:00 and 21:00 in Seoul. */
export const campaignMailPolicy: BulkMailPolicy = {
  async decide(tx, message_id, now) {
    if (!(await mayReceive(tx, message_id))) return 'skip'
    const wait_until = nextSendingTime(now)
    return wait_until > now ? { wait_until } : 'send'
  },
  async recordOutcome(tx, message_id, outcome) {
    await updateRecipientStatus(tx, message_id, outcome)
  },
}
