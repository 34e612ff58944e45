import type { Database, Db } from '#server/db/client.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import { createSmsResults } from '#server/adapters/services/sms/index.ts'
import { createSmsChecker, enqueueCheck, findLostReceipts } from './check-sms.ts'
import type { RecordDelivery } from './delivery-report.ts'
import { type BulkMailPolicy, createMessageSender } from './send-message.ts'
import { requeueEach } from '#server/jobs/lost-jobs.ts'
import { enqueueDelivery } from './queue-message.ts'
import { sql } from 'kysely'

export function messagesWorkerModule(
  deps: Parameters<typeof createMessageSender>[0] &
    Pick<Database, 'db'> & { bulkMailPolicy: BulkMailPolicy; recordDelivery: RecordDelivery },
) {
  const readSmsResult = deps.sms_url ? createSmsResults(deps.sms_url) : undefined
  const checkSms = createSmsChecker({ ...deps, readSmsResult })
  const send = createMessageSender(deps)
  const requeueLost = (is_bulk: boolean) =>
    requeueEach(
      deps,
      (db, limit) => findLostMessages(db, is_bulk, limit),
      (tx, id) => enqueueDelivery(tx, id, { is_bulk }),
    )
  return {
    jobs: {
      send_message: {
        lane: 'io',
        run: ({ message_id }) => send(message_id),
        requeueLost: requeueLost(false),
      },
      // A job of its own, because earlier versions would send bulk mail without asking the policy.
      send_bulk_message: {
        lane: 'io',
        run: ({ message_id }) => send(message_id, deps.bulkMailPolicy),
        requeueLost: requeueLost(true),
      },
      check_sms: {
        lane: 'io',
        run: ({ receipt_id }) => checkSms(receipt_id),
        requeueLost: requeueEach(deps, findLostReceipts, (tx, id) => enqueueCheck(tx, id)),
      },
    },
    gauges: {
      help: {
        messages_waiting: 'E-mails and SMS waiting to be sent',
        messages_oldest_seconds: 'Age of the oldest e-mail or SMS waiting to be sent',
      },
      read: () => readMessageGauges(deps.db, deps.clock.now()),
    },
  } satisfies WorkerModule
}

async function findLostMessages(db: Db, is_bulk: boolean, limit: number) {
  const { rows } = await sql<{ id: number }>`
    select id from messages
    where sent_at is null and is_bulk = ${is_bulk} and not job_is_queued('message:' || id) limit ${limit}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Reads the gauges of waiting messages. Bulk mail waits on purpose and is not counted. */
async function readMessageGauges(db: Db, now: Date) {
  const { rows } = await sql<{ messages_waiting: number; messages_oldest_seconds: number }>`
    select count(*)::int as messages_waiting,
      coalesce(extract(epoch from ${now}::timestamptz - min(created_at)), 0)::float as messages_oldest_seconds
    from messages where sent_at is null and not is_bulk`.execute(db)
  return rows[0]!
}
