import { join } from 'node:path'
import type { Logger } from '#server/shared/logger.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import type { Clock } from '#server/shared/clock.ts'
import { createWebPush } from '#server/adapters/services/web-push.ts'
import { createStorage } from '#server/adapters/storage/index.ts'
import { createPaymentGateway } from '#server/adapters/payments/index.ts'
import {
  type PaymentDependencies,
  paymentsDeletionHook,
} from '#server/domains/transactions/index.ts'
import type { Database } from '#server/db/client.ts'
import { type Config, resolveSecret } from '#server/config.ts'
import type { AccountDeletionHook } from '#server/api/account-deletion-hook.ts'
import { archiveMemberInquiries } from '#server/domains/customer-services/index.ts'

/** The folders below the data folder, and the storage: these folders, or S3 with the folders as working space. */
export function storageFolders(config: Pick<Config, 'data_dir' | 'media_dir' | 's3'>) {
  const folders = {
    media_dir: config.media_dir,
    images_dir: join(config.data_dir, 'images'),
    uploads_dir: join(config.data_dir, 'uploads'),
    attachments_dir: join(config.data_dir, 'attachments'),
  }
  return { ...folders, files: createStorage(config.s3, folders) }
}

/** The folders whose disks may fill, by the name of their gauge. */
export const diskFolders = ({
  data_dir,
  media_dir,
  s3,
}: Pick<Config, 'data_dir' | 'media_dir' | 's3'>) => ({
  data: data_dir,
  ...(s3 ? {} : { media: media_dir }),
})

/** The sender of push messages. Its key derives from a secret that all machines have. */
export const createPushSender = (config: Config) =>
  createWebPush({
    secret: resolveSecret(config, 'encryption'),
    contact: config.site_url,
    extra_origin: config.push_service_url,
  })

/** Dependencies of the transactions domain, in the server and the worker. */
export const createPaymentDependencies = (
  config: Config,
  database: Database,
  deps: { clock: Clock; log: Logger },
): PaymentDependencies => ({
  ...database,
  ...deps,
  payments: createPaymentGateway(config.gateway, deps.log),
  encryption: createEncryption(resolveSecret(config, 'encryption')),
  limits: config.rate_limits,
  site_url: config.site_url,
})

/** The hooks of the domains in the order in which they run. */
export const accountDeletionHooks: readonly AccountDeletionHook[] = [
  paymentsDeletionHook,
  { delete: archiveMemberInquiries },
]
