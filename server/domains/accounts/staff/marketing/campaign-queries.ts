import type {
  Campaign,
  CampaignFilters,
  CampaignSummary,
} from '#contract/accounts/staff/marketing.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { DB } from '#server/db/schema/tables.generated.ts'
import { type Insertable, sql, type Updateable } from 'kysely'

const summaryColumns = [
  ...(['c.id', 'c.title', 'c.send_at', 'c.completed_at', 'c.created_at', 'c.audience'] as const),
  sql<CampaignSummary['status']>`c.status`.as('status'),
  countOf(sql`r.status = 'sent'`).as('sent'),
  countOf(sql`r.status = 'failed'`).as('failed'),
  countOf(sql`r.status = 'queued'`).as('queued'),
  countOf(sql`r.unsubscribed_at is not null`).as('unsubscribed'),
] as const
const columns = [
  ...summaryColumns,
  ...(['c.context', 'c.version', 'c.joined_from', 'c.joined_to', 'c.has_plan'] as const),
  ...(['c.watched_within_days', 'c.not_watched_for_days'] as const),
] as const

function countOf(condition: ReturnType<typeof sql>) {
  return sql<number>`(select count(*) from marketing_recipients r where r.campaign_id = c.id and ${condition})`
}

/** Reads a page of campaigns, newest first. */
export async function readCampaigns(db: Db, { limit, offset }: { limit: number; offset: number }) {
  const campaigns = db.selectFrom('marketing_campaigns as c')
  const [{ count }, results] = await Promise.all([
    campaigns.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    campaigns.select(summaryColumns).orderBy('c.id', 'desc').limit(limit).offset(offset).execute(),
  ])
  return { count, results }
}

export const readCampaign = (db: Db, id: number): Promise<Campaign | undefined> =>
  db
    .selectFrom('marketing_campaigns as c')
    .select(columns)
    .where('c.id', '=', id)
    .executeTakeFirst()

/** Locks a campaign. The lock serializes edits, the cancellation and the batches of sending. */
export const lockCampaign = (tx: Tx, id: number) =>
  tx
    .selectFrom('marketing_campaigns')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export type CampaignRow = NonNullable<Awaited<ReturnType<typeof lockCampaign>>>

export const insertCampaign = (tx: Tx, values: Insertable<DB['marketing_campaigns']>) =>
  tx.insertInto('marketing_campaigns').values(values).returning('id').executeTakeFirstOrThrow()

export const updateCampaignRow = (
  tx: Tx,
  id: number,
  values: Updateable<DB['marketing_campaigns']>,
) => tx.updateTable('marketing_campaigns').set(values).where('id', '=', id).execute()

export const deleteCampaignRow = (tx: Tx, id: number) =>
  tx.deleteFrom('marketing_campaigns').where('id', '=', id).execute()

/** Whether the account is suspended or about to be deleted. */
const isPaused = sql<boolean>`is_account_paused(m.id)`

/** Members with marketing consent that match the filters at `now`, except those who are suspended or leaving, or whose mail bounces. */
function isInAudience(filters: CampaignFilters, now: Date) {
  const { joined_from, joined_to, has_plan, watched_within_days, not_watched_for_days } = filters
  const watchedSince = (days: number) => sql<boolean>`exists (
    select from profiles p join watch_histories h on h.profile_id = p.id
    where p.member_id = m.id and h.watched_at >= ${now}::timestamptz - make_interval(days => ${days}))`
  const conditions = [
    sql<boolean>`m.is_marketing_agreed`,
    sql<boolean>`not ${isPaused}`,
    sql<boolean>`m.email_failed_at is null`,
    ...(joined_from === null
      ? []
      : [sql<boolean>`m.created_at >= ${joined_from}::date::timestamp at time zone 'Asia/Seoul'`]),
    ...(joined_to === null
      ? []
      : [
          sql<boolean>`m.created_at < (${joined_to}::date + 1)::timestamp at time zone 'Asia/Seoul'`,
        ]),
    ...(has_plan === null
      ? []
      : [
          sql<boolean>`${has_plan}::boolean = exists (
            select from wallets w where w.member_id = m.id and w.plan_expires_at > ${now}::timestamptz)`,
        ]),
    ...(watched_within_days === null ? [] : [watchedSince(watched_within_days)]),
    ...(not_watched_for_days === null
      ? []
      : [sql<boolean>`not ${watchedSince(not_watched_for_days)}`]),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

export async function countAudience(db: Db, filters: CampaignFilters, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('members as m')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isInAudience(filters, now))
    .executeTakeFirstOrThrow()
  return count
}

/** Members in one search for the audience, so that a search takes a bounded time however many members there are. */
const searchSize = 1_000

/** Returns the id up to which the next members of the audience are searched; null if no member follows. */
export async function readSearchEnd(tx: Tx, after: number): Promise<number | null> {
  const { end } = await tx
    .selectFrom((eb) =>
      eb
        .selectFrom('members')
        .select('id')
        .where('id', '>', after)
        .orderBy('id')
        .limit(searchSize)
        .as('m'),
    )
    .select((eb) => eb.fn.max('m.id').as('end'))
    .executeTakeFirstOrThrow()
  return end
}

/** Reads the next members of the audience up to the id `end`, in the order of their ids. */
export const readNextMembers = (
  tx: Tx,
  filters: CampaignFilters,
  { after, end, now, limit }: { after: number; end: number; now: Date; limit: number },
) =>
  tx
    .selectFrom('members as m')
    .select(['m.id', 'm.email'])
    .where(isInAudience(filters, now))
    .where('m.id', '>', after)
    .where('m.id', '<=', end)
    .orderBy('m.id')
    .limit(limit)
    .execute()

/** Reads campaigns that are to be sent and have no job, with the time of their first mail. */
export async function findLostCampaigns(db: Db, limit: number) {
  const rows = await db
    .selectFrom('marketing_campaigns')
    .select(['id', 'send_at'])
    .where('status', 'in', ['scheduled', 'sending'])
    .where(sql<boolean>`not job_is_queued('campaign:' || id)`)
    .limit(limit)
    .execute()
  return rows.map(({ id, send_at }) => ({ id, send_at: new Date(send_at!) }))
}

/** Records a queued mail. @throws a violation of `marketing_recipients_once` if the member already has the campaign */
export const insertRecipient = (
  tx: Tx,
  values: { campaign_id: number; member_id: number; message_id: number },
) => tx.insertInto('marketing_recipients').values(values).execute()

export async function countQueued(tx: Tx, campaign_id: number): Promise<number> {
  const { count } = await tx
    .selectFrom('marketing_recipients')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('campaign_id', '=', campaign_id)
    .where('status', '=', 'queued')
    .executeTakeFirstOrThrow()
  return count
}

/** Returns whether the recipient of a mail still has an account and the consent. */
export async function mayReceive(tx: Tx, message_id: number): Promise<boolean> {
  const member = await tx
    .selectFrom('marketing_recipients as r')
    .innerJoin('members as m', 'm.id', 'r.member_id')
    .select(
      sql<boolean>`m.is_marketing_agreed and m.email_failed_at is null and not ${isPaused}`.as(
        'may_receive',
      ),
    )
    .where('r.message_id', '=', message_id)
    .executeTakeFirst()
  return member?.may_receive ?? false
}

export const updateRecipientStatus = (
  tx: Tx,
  message_id: number,
  status: 'sent' | 'failed' | 'skipped',
) =>
  tx
    .updateTable('marketing_recipients')
    .set({ status })
    .where('message_id', '=', message_id)
    .execute()

/** Records that the member withdrew the consent by this mail, once. A test mail has no recipient. */
export const markUnsubscribed = (
  tx: Tx,
  { campaign_id, member_id }: { campaign_id: number; member_id: number },
  now: Date,
) =>
  tx
    .updateTable('marketing_recipients')
    .set({ unsubscribed_at: now.toISOString() })
    .where('campaign_id', '=', campaign_id)
    .where('member_id', '=', member_id)
    .where('unsubscribed_at', 'is', null)
    .execute()
