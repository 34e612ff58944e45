import { dayMs, hourMs } from '#contract/core/seoul-time.ts'
import { consents } from '#contract/accounts/account-rules.ts'
import type { Member } from '#server/api/request-context.ts'
import {
  campaignMailPolicy,
  createCampaign,
  deleteDueAccount,
  insertConsents,
  insertDeletion,
  insertMember,
  markUnsubscribed,
  scheduleCampaign,
  sendCampaignBatch,
  withdrawMarketingConsent,
} from '#server/domains/accounts/index.ts'
import {
  answerInquiry,
  archiveMemberInquiries,
  assignInquiry,
  createTemplate,
} from '#server/domains/customer-services/index.ts'
import {
  createHomeRow,
  homeSubject,
  readCurationForEditing,
  setHomeScenes,
} from '#server/domains/contents/index.ts'
import { insertReport, moderateReview } from '#server/domains/reviews/index.ts'
import { countMiss, createSynonym } from '#server/domains/search/index.ts'
import { type Actor, recordAuditEntry } from '#server/domains/studio/index.ts'
import {
  grantPoints,
  type PaymentDependencies,
  paymentsDeletionHook,
} from '#server/domains/transactions/index.ts'
import type { Tx } from '#server/db/client.ts'
import type { PastEvent } from '../community/past.ts'
import { demoInquiries } from '../help-center/inquiries.ts'
import { demoKey } from '../seed-catalogue.ts'
import {
  answerTemplates,
  campaignDraft,
  campaigns,
  departures,
  heroWorks,
  nightRow,
  reportedReviews,
  searchMisses,
  staffGrants,
  synonyms,
} from './studio-texts.ts'
import { sql } from 'kysely'

/** A campaign without filters goes to all members who consent. */
const everybody = {
  joined_from: null,
  joined_to: null,
  has_plan: null,
  watched_within_days: null,
  not_watched_for_days: null,
}
const deletionDays = 7

type Story = {
  staff: Member
  viewer: Member
  /** By position; undefined if the address was in use. */
  members: readonly (Member | undefined)[]
  password_hash: string
  now: Date
}

/**
 * Returns what staff did in the last weeks, and what members did for which staff are needed: campaigns, inquiries, reports,
 * searches and departures. The audit log has an entry for each action of staff.
 */
export function studioEvents(tx: Tx, deps: PaymentDependencies, story: Story): PastEvent[] {
  const { staff, members, now } = story
  const events: PastEvent[] = []
  const at = (days: number, run: (now: Date) => Promise<unknown>) =>
    events.push({
      at: now.getTime() - days * dayMs,
      run: async () => void (await run(deps.clock.now())),
    })
  const actor = (now: Date): Actor => ({ member: staff, client: { address: '127.0.0.1' }, now })
  const idsOf = (places: readonly number[]) => places.flatMap((place) => members[place]?.id ?? [])

  for (const { days, unsubscribed, ...fields } of campaigns) {
    at(atNoon(now, days), async (now) => {
      const id = await sendCampaign(tx, deps, actor(now), { ...everybody, ...fields })
      for (const member_id of idsOf(unsubscribed)) {
        const change = { address: '127.0.0.1', now, site_url: deps.site_url }
        if (await withdrawMarketingConsent(tx, member_id, change))
          await markUnsubscribed(tx, { campaign_id: id, member_id }, now)
      }
    })
  }
  at(campaignDraft.days, (now) => {
    const { title, context } = campaignDraft
    return createCampaign(tx, actor(now), { title, context, ...everybody, has_plan: false })
  })

  for (const [place, template] of answerTemplates.entries())
    at(40 - place, async (now) => {
      const { id, title } = await createTemplate(tx, template, now)
      const subject = {
        subject_kind: 'answer_template',
        subject_id: id,
        subject_name: title,
      } as const
      await recordAuditEntry(tx, actor(now), { kind: 'support.template_added', ...subject })
    })
  for (const inquiry of demoInquiries)
    at(inquiry.days, async (now) => {
      const member_id = inquiry.member === null ? story.viewer.id : members[inquiry.member]?.id
      if (member_id !== undefined) await handleInquiry(tx, deps, actor(now), inquiry, member_id)
    })

  /** The ids of works of the demonstration, in this order. */
  const seriesIds = async (works: readonly number[]) => {
    const keys = works.map(demoKey)
    const series = await tx
      .selectFrom('series')
      .select('id')
      .where('import_key', 'in', keys)
      .orderBy(sql`array_position(${keys}::text[], import_key)`)
      .execute()
    return series.map(({ id }) => id)
  }
  at(2, async (now) => {
    const { works, ...fields } = nightRow
    const series_ids = await seriesIds(works)
    const edit = { ...fields, is_on: true, starts_at: null, ends_at: null, series_ids }
    const { id, after } = await createHomeRow(tx, edit, now)
    const subject = { subject_kind: 'home_row', subject_id: id, subject_name: after.title } as const
    await recordAuditEntry(tx, actor(now), { kind: 'home.row_added', ...subject, after })
  })
  at(1, async (now) => {
    const hero = (await seriesIds(heroWorks)).map((series_id) => ({
      series_id,
      starts_at: null,
      ends_at: null,
    }))
    const { version } = await readCurationForEditing(tx)
    const scenes = { hero, editorial_series_id: null }
    const changes = await setHomeScenes(tx, version, scenes, now)
    const subject = { subject_kind: 'home_curation', subject_id: null } as const
    const entry = { kind: 'home.scenes_changed', ...subject, subject_name: homeSubject } as const
    await recordAuditEntry(tx, actor(now), { ...entry, ...changes })
  })

  for (const { days, ...synonym } of synonyms)
    at(days, async (now) => {
      const { id, ...after } = await createSynonym(tx, synonym)
      const subject = { subject_kind: 'search_synonym', subject_id: id } as const
      const entry = { kind: 'search.synonym_added', ...subject, subject_name: after.term } as const
      await recordAuditEntry(tx, actor(now), { ...entry, after })
    })
  for (const [term, counts] of Object.entries(searchMisses))
    for (const [place, count] of counts.entries())
      for (let nth = 0; nth < count; nth++) at(place * 3 + 0.2, (now) => countMiss(tx, term, now))

  for (const { member, days, amount, reason } of staffGrants)
    at(days, async (now) => {
      for (const member_id of idsOf([member])) {
        const { is_new: _, ...after } = await grantPoints(tx, {
          member_id,
          amount,
          idempotency_key_hash: null,
          now,
        })
        const subject = { subject_kind: 'member', subject_id: member_id } as const
        const entry = { kind: 'member.points_granted', ...subject, reason, after } as const
        await recordAuditEntry(tx, actor(now), entry)
      }
    })

  for (const review of reportedReviews)
    at(review.reported, async (now) => {
      for (const author of idsOf([review.member]))
        await handleReports(tx, actor(now), review, { author, reporters: idsOf(review.reporters) })
    })

  for (const [place, departure] of departures.entries()) {
    const email = `former${place + 1}@hanpyeon.test`
    at(departure.joined, async (now) => {
      const columns = { email, username: departure.name, phonenumber: `0100000020${place}` }
      const { password_hash } = story
      const member = await insertMember(
        tx,
        deps.encryption,
        { ...columns, password_hash, is_staff: false, is_demo: true },
        now,
      )
      const agreed = Object.fromEntries(consents.map((kind) => [kind, kind !== 'marketing_info']))
      if (member) await insertConsents(tx, member.id, agreed, { address: '127.0.0.1', now })
    })
    at(departure.days, (now) => leave(tx, deps, email, departure, now))
  }
  return events
}

/** Days before now at which it was noon in Seoul, when advertising may be sent. */
function atNoon(now: Date, days: number): number {
  const noon = Math.floor((now.getTime() - days * dayMs) / dayMs) * dayMs + 3 * hourMs
  return (now.getTime() - noon) / dayMs
}

async function sendCampaign(
  tx: Tx,
  deps: PaymentDependencies,
  actor: Actor,
  fields: Parameters<typeof createCampaign>[2],
): Promise<number> {
  const { id, version } = await createCampaign(tx, actor, fields)
  await scheduleCampaign(tx, actor, { id, version, send_at: null })
  const sender = { transact: deps.transact, encryption: deps.encryption, site_url: deps.site_url }
  for (let status = ''; status !== 'sent';) {
    await sendCampaignBatch({ ...sender, clock: deps.clock }, id)
    const { rows } = await sql<{ message_id: number }>`
      select message_id from marketing_recipients where campaign_id = ${id} and status = 'queued'`.execute(
      tx,
    )
    for (const { message_id } of rows)
      await campaignMailPolicy.recordOutcome(tx, message_id, 'sent')
    const campaign = await tx
      .selectFrom('marketing_campaigns')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    status = campaign.status
  }
  return id
}

async function handleInquiry(
  tx: Tx,
  deps: PaymentDependencies,
  actor: Actor,
  { subject, title, context, answer, isAssigned }: (typeof demoInquiries)[number],
  member_id: number,
) {
  const staff_id = actor.member?.id ?? null
  const { id: subject_id } = await tx
    .selectFrom('inquiry_subjects')
    .select('id')
    .where('code', '=', subject)
    .executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto('inquiries')
    .values({ member_id, subject_id, title, context, created_at: actor.now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (isAssigned) {
    const { was, is } = await assignInquiry(tx, { id, from_id: null, staff_id })
    await recordAuditEntry(tx, actor, {
      kind: 'support.inquiry_assigned',
      subject_kind: 'inquiry',
      subject_id: id,
      subject_name: `#${id}`,
      before: { staff_id: null, username: was },
      after: { staff_id, username: is },
    })
  }
  if (answer === undefined) return
  // Support answers within the working day.
  const answered = new Date(actor.now.getTime() + 5 * hourMs)
  await answerInquiry(tx, deps, { ...actor, now: answered }, { id, answer })
}

async function handleReports(
  tx: Tx,
  actor: Actor,
  { work, reason, verdict, why }: (typeof reportedReviews)[number],
  { author, reporters }: { author: number; reporters: readonly number[] },
) {
  const { rows } = await sql<{ id: number }>`
    select r.id from reviews r join series s on s.id = r.series_id
    where s.import_key = ${demoKey(work)} and r.author_id = ${author}`.execute(tx)
  for (const { id } of rows) {
    for (const member_id of reporters)
      await insertReport(tx, { review_id: id, member_id, reason, now: actor.now })
    if (!verdict) return
    const now = new Date(actor.now.getTime() + 6 * hourMs)
    const review = await moderateReview(tx, { id, action: verdict, now })
    await recordAuditEntry(
      tx,
      { ...actor, now },
      {
        kind: verdict === 'hide' ? 'review.hidden' : 'review.reports_dismissed',
        subject_kind: 'review',
        subject_id: id,
        subject_name: review.work.title,
        reason: why,
        after: { is_hidden: review.is_hidden, open_reports: review.report_count },
      },
    )
  }
}

/** The deletion of an account, which was requested a week before. */
async function leave(
  tx: Tx,
  deps: PaymentDependencies,
  email: string,
  { high_price, less_function, service_problem, comment }: (typeof departures)[number],
  now: Date,
) {
  const member = await tx
    .selectFrom('members')
    .select('id')
    .where('email', '=', email)
    .where('is_demo', '=', true)
    .executeTakeFirst()
  if (!member) return
  const requested_at = new Date(now.getTime() - deletionDays * dayMs).toISOString()
  await insertDeletion(tx, {
    member_id: member.id,
    requested_at,
    due_at: now.toISOString(),
    high_price,
    less_function,
    service_problem,
    user_comment: comment,
  })
  const accountDeletionHooks = [paymentsDeletionHook, { delete: archiveMemberInquiries }]
  await deleteDueAccount({ ...deps, accountDeletionHooks }, member.id)
}
