import type { Encryption } from '#server/shared/encryption.ts'
import { timingSafeEqual } from 'node:crypto'

/** A mail of a campaign to a member. */
export type MailIdentity = { campaign_id: number; member_id: number }

const format = /^([1-9]\d{0,9})-([1-9]\d{0,9})-([\w-]{22})$/

/** The first 16 bytes of the signature over both ids. */
const signatureOf = (encryption: Encryption, { campaign_id, member_id }: MailIdentity) =>
  encryption.sign('unsubscribe', `${campaign_id}-${member_id}`).subarray(0, 16)

/** Returns the token of the unsubscribe link: `{campaign}-{member}-{signature}`. It does not expire. */
export function createUnsubscribeToken(encryption: Encryption, mail: MailIdentity): string {
  const signature = signatureOf(encryption, mail).toString('base64url')
  return `${mail.campaign_id}-${mail.member_id}-${signature}`
}

/** @returns undefined for a token that `createUnsubscribeToken` did not create. */
export function readUnsubscribeToken(
  encryption: Encryption,
  token: string,
): MailIdentity | undefined {
  const [, campaign = '', member = '', signature = ''] = format.exec(token) ?? []
  if (!signature) return undefined
  const mail = { campaign_id: Number(campaign), member_id: Number(member) }
  const expected = signatureOf(encryption, mail)
  return timingSafeEqual(expected, Buffer.from(signature, 'base64url')) ? mail : undefined
}
