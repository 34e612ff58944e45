import type { Member } from '#server/api/request-context.ts'
import type { MessageTransport } from '#server/adapters/services/message-transport.ts'
import { checkPaymentGateway, checkStorage } from '#server/adapters/services/provider-checks.ts'
import { recordProviderOutcome } from '#server/adapters/services/provider-outcomes.ts'
import { createSmsTransport } from '#server/adapters/services/sms/index.ts'
import { createSmtpTransport } from '#server/adapters/services/smtp.ts'
import type { PaymentGateway } from '#server/adapters/payments/index.ts'
import type { Storage } from '#server/adapters/storage/index.ts'
import type { Config } from '#server/config.ts'
import type { ProviderTrials } from '#server/domains/operations/index.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { randomUUID } from 'node:crypto'
import { trialMessage } from './trial-message.copy.ts'

/** Creates the trials of the configured providers. A provider that is not configured has none. */
export function createProviderTrials(
  config: Config,
  {
    encryption,
    files,
    gateway,
  }: { encryption: Encryption; files: Storage; gateway: PaymentGateway },
): ProviderTrials {
  const { smtp_url, mail_from, sms_url, s3, data_dir, media_dir } = config
  const hash = (...settings: unknown[]) =>
    encryption.sign('trial settings', JSON.stringify(settings))
  const send = async (kind: 'mail' | 'sms', transport: MessageTransport, recipient: string) => {
    const result = await transport({
      ...trialMessage(config.site_url),
      key: `trial-${randomUUID()}`,
      recipient,
      html: null,
      headers: {},
      created_at: new Date().toISOString(),
    })
    const failure = result.status === 'delivered' ? null : result.reason
    recordProviderOutcome(kind, failure ?? undefined)
    return failure
  }
  const phoneOf = ({ phone_ciphertext }: Member) => encryption.decrypt(phone_ciphertext)
  return {
    ...(smtp_url && {
      mail: {
        settings_hash: hash(smtp_url, mail_from),
        run: ({ email }) => {
          const host = new URL(config.site_url).hostname
          return send('mail', createSmtpTransport({ url: smtp_url, from: mail_from, host }), email)
        },
      },
    }),
    ...(sms_url && {
      sms: {
        settings_hash: hash(sms_url),
        run: async (member) => {
          const phone = phoneOf(member)
          return phone ? send('sms', createSmsTransport(sms_url), phone) : 'no phone number'
        },
      },
    }),
    // The simulator of a developer's machine takes no payments.
    ...(config.gateway &&
      !config.uses_simulator && {
        payments: {
          settings_hash: hash(config.gateway.base_url, config.gateway.secret_key),
          run: () => checkPaymentGateway(gateway),
        },
      }),
    storage: {
      settings_hash: hash(s3 ?? [data_dir, media_dir]),
      run: () => checkStorage(files),
    },
  }
}
