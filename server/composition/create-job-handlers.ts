import type { Logger } from '#server/shared/logger.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { systemClock, type Clock } from '#server/shared/clock.ts'
import { createMessageSender } from '#server/messages/send-message.ts'
import type { JobHandlers } from '#server/jobs/job-types.ts'
import {
  cancelUnmatchedPayment,
  deleteBillingKey,
  processPaymentJob,
  processRefundJob,
} from '#server/domains/transactions/index.ts'
import { encodeAsset, encryptAssetJob } from '#server/domains/media/index.ts'
import { deleteProfileImageFiles, sendPasswordResetEmail } from '#server/domains/accounts/index.ts'
import type { Database } from '#server/db/client.ts'
import { type Config, resolveSecret } from '#server/config.ts'
import { createDemoJobHandlers } from './demo-data.ts'
import { storageFolders, createPaymentDependencies } from './shared-dependencies.ts'

/** Connects every job of the queue to its use case. */
export function createJobHandlers(
  config: Config,
  database: Database,
  parts: {
    log: Logger
    clock?: Clock
  },
): JobHandlers {
  const clock = parts.clock ?? systemClock
  const encryption = createEncryption(resolveSecret(config, 'encryption'))
  const send = createMessageSender({ ...database, ...config, clock, log: parts.log })
  const money = createPaymentDependencies(config, database, { clock, log: parts.log })
  return {
    ...createDemoJobHandlers({ ...database, ...storageFolders(config), clock }),
    send_message: ({ message_id }) => send(message_id),
    delete_profile_image: ({ key }) => deleteProfileImageFiles(storageFolders(config).files, key),
    send_password_reset: ({ email }) =>
      sendPasswordResetEmail({ ...database, ...config, clock }, email),
    process_payment: ({ order_id }) => processPaymentJob(money, order_id),
    delete_billing_key: ({ card_id }) => deleteBillingKey(money, card_id),
    process_refund: ({ refund_id }) => processRefundJob(money, refund_id),
    cancel_unmatched_payment: ({ unmatched_payment_id }) =>
      cancelUnmatchedPayment(money, unmatched_payment_id),
    encode_asset: ({ asset_id }, tools) =>
      encodeAsset(
        { ...database, ...storageFolders(config), encryption, clock, log: parts.log },
        asset_id,
        tools,
      ),
    encrypt_asset: ({ asset_id }, { signal }) =>
      encryptAssetJob({ ...database, ...storageFolders(config), encryption }, asset_id, signal),
  }
}
