import type { Database } from '#server/db/client.ts'
import type { WorkerModule } from '#server/jobs/worker-module.ts'
import { readMessageGauges } from './gauge-queries.ts'
import { type BulkMailPolicy, createMessageSender } from './send-message.ts'

export function messagesWorkerModule(
  deps: Parameters<typeof createMessageSender>[0] &
    Pick<Database, 'db'> & { bulkMailPolicy: BulkMailPolicy },
) {
  const send = createMessageSender(deps)
  return {
    jobs: {
      send_message: { lane: 'io', run: ({ message_id }) => send(message_id) },
      // A job of its own, because earlier versions would send bulk mail without asking the policy.
      send_bulk_message: {
        lane: 'io',
        run: ({ message_id }) => send(message_id, deps.bulkMailPolicy),
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
