import { normalizeText } from '#contract/core/characters.ts'
import type { Campaign, CampaignFilters } from '#contract/accounts/staff/marketing.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { throwFieldError, throwProblem } from '#server/shared/problem-error.ts'
import {
  type Actor,
  type AuditEntry,
  diffFields,
  recordAuditEntry,
} from '#server/domains/studio/index.ts'
import {
  type CampaignRow,
  deleteCampaignRow,
  insertCampaign,
  lockCampaign,
  readCampaign,
  updateCampaignRow,
} from './campaign-queries.ts'
import { nextSendingTime } from './sending-hours-policy.ts'

type CampaignFields = { title: string; context: string } & CampaignFilters
type Change<T> = { [K in keyof T]?: T[K] | undefined }

/** The job that sends a campaign. The attempts count failures of the database. */
export const enqueueSending = (tx: Tx, campaign_id: number, run_at: Date) =>
  enqueue(
    tx,
    'send_campaign',
    { campaign_id },
    { key: `campaign:${campaign_id}`, run_at, max_attempts: 1_000 },
  )

/** @throws ProblemError `not_found` */
export const requireCampaign = async (db: Db, id: number): Promise<Campaign> =>
  (await readCampaign(db, id)) ?? throwProblem('not_found')

/** Adds a campaign as a draft. */
export async function createCampaign(
  tx: Tx,
  actor: Actor,
  fields: CampaignFields,
): Promise<Campaign> {
  const values = { ...fields, ...normalizeTexts(fields), created_at: actor.now.toISOString() }
  const { id } = await insertCampaign(tx, values)
  const campaign = await requireCampaign(tx, id)
  await record(tx, actor, campaign, 'added', { after: fieldsOf(campaign) })
  return campaign
}

/** @throws ProblemError `not_found`; `conflict` if it is no draft or the version is outdated */
export async function updateCampaign(
  tx: Tx,
  actor: Actor,
  { id, version, ...changes }: { id: number; version: number } & Change<CampaignFields>,
): Promise<Campaign> {
  const before = await lockDraft(tx, id, version)
  await updateCampaignRow(tx, id, { ...changes, ...normalizeTexts(changes), version: version + 1 })
  const campaign = await requireCampaign(tx, id)
  await record(
    tx,
    actor,
    campaign,
    'changed',
    diffFields(fieldsOf(before), fieldsOf(campaign)) ?? {},
  )
  return campaign
}

/** @throws ProblemError `not_found`; `conflict` if it is no draft */
export async function deleteCampaign(tx: Tx, actor: Actor, id: number): Promise<void> {
  const before = await lockDraft(tx, id)
  await deleteCampaignRow(tx, id)
  await record(tx, actor, before, 'removed', { before: fieldsOf(before) })
}

/**
 * Schedules a draft. The time is moved to the next hour at which advertising may be sent.
 * @throws ProblemError `not_found`; `conflict` as `updateCampaign`; of `send_at`: `in_the_past`
 */
export async function scheduleCampaign(
  tx: Tx,
  actor: Actor,
  { id, version, send_at }: { id: number; version: number; send_at: string | null },
): Promise<Campaign> {
  await lockDraft(tx, id, version)
  const time = send_at === null ? actor.now : new Date(send_at)
  if (time < actor.now) throwFieldError('send_at', 'in_the_past')
  const start = nextSendingTime(time)
  await updateCampaignRow(tx, id, {
    status: 'scheduled',
    send_at: start.toISOString(),
    version: version + 1,
  })
  await enqueueSending(tx, id, start)
  const campaign = await requireCampaign(tx, id)
  await record(tx, actor, campaign, 'scheduled', { after: { send_at: campaign.send_at } })
  return campaign
}

/**
 * Makes a scheduled campaign a draft again. Its job then finds nothing to send.
 * @throws ProblemError `not_found`; `conflict` once sending has begun
 */
export async function cancelCampaign(tx: Tx, actor: Actor, id: number): Promise<Campaign> {
  const before = (await lockCampaign(tx, id)) ?? throwProblem('not_found')
  if (before.status !== 'scheduled') throwProblem('conflict')
  await updateCampaignRow(tx, id, {
    status: 'draft',
    send_at: null,
    version: before.version + 1,
  })
  await record(tx, actor, before, 'cancelled', { before: { send_at: before.send_at } })
  return requireCampaign(tx, id)
}

export const recordTest = (tx: Tx, actor: Actor, campaign: Pick<CampaignRow, 'id' | 'title'>) =>
  record(tx, actor, campaign, 'tested', {})

async function lockDraft(tx: Tx, id: number, version?: number): Promise<CampaignRow> {
  const campaign = (await lockCampaign(tx, id)) ?? throwProblem('not_found')
  const isCurrent = version === undefined || version === campaign.version
  return campaign.status === 'draft' && isCurrent ? campaign : throwProblem('conflict')
}

const record = (
  tx: Tx,
  actor: Actor,
  { id: subject_id, title: subject_name }: Pick<CampaignRow, 'id' | 'title'>,
  action: 'added' | 'changed' | 'removed' | 'tested' | 'scheduled' | 'cancelled',
  change: Pick<AuditEntry, 'before' | 'after'>,
) =>
  recordAuditEntry(tx, actor, {
    kind: `marketing.campaign_${action}`,
    subject_kind: 'marketing_campaign',
    subject_id,
    subject_name,
    ...change,
  })

/** The fields that staff edit, as the audit log shows them. */
function fieldsOf(campaign: CampaignFields): CampaignFields {
  const { title, context, joined_from, joined_to, has_plan } = campaign
  const { watched_within_days, not_watched_for_days } = campaign
  return {
    title,
    context,
    joined_from,
    joined_to,
    has_plan,
    watched_within_days,
    not_watched_for_days,
  }
}

/** Normalizes texts for storage: NFC with LF line breaks. */
function normalizeTexts({ title, context }: Change<{ title: string; context: string }>) {
  return {
    ...(title === undefined ? {} : { title: normalizeText(title) }),
    ...(context === undefined ? {} : { context: normalizeText(context).replace(/\r\n?/g, '\n') }),
  }
}
