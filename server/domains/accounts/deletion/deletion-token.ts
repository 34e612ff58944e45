import type { Encryption } from '#server/shared/encryption.ts'
import { timingSafeEqual } from 'node:crypto'

/** A verified sign-in of a member whose account is about to be deleted. */
export type CancellationGrant = {
  member_id: number
  /** Identifies the scheduled deletion, so that the token undoes no later one. */
  requested_at: Date
  expires_at: Date
  /** Whether the sign-in verified a second factor. */
  has_second_factor: boolean
}

const format = /^((\d{1,10})-(\d{1,15})-(\d{1,15})-([01]))-([\w-]{43})$/

/** Returns `{member}-{requested}-{expires}-{second factor}-{signature}`, times in ms. */
export function createCancellationToken(encryption: Encryption, grant: CancellationGrant): string {
  const { member_id, requested_at, expires_at, has_second_factor } = grant
  const text = `${member_id}-${requested_at.getTime()}-${expires_at.getTime()}-${Number(has_second_factor)}`
  return `${text}-${encryption.sign('cancel deletion', text).toString('base64url')}`
}

/** @returns undefined for a token that `createCancellationToken` did not create. */
export function readCancellationToken(
  encryption: Encryption,
  token: string,
): CancellationGrant | undefined {
  const [, text = '', member, requested, expires, factor, signature = ''] = format.exec(token) ?? []
  if (!signature) return undefined
  const expected = encryption.sign('cancel deletion', text)
  if (!timingSafeEqual(expected, Buffer.from(signature, 'base64url'))) return undefined
  return {
    member_id: Number(member),
    requested_at: new Date(Number(requested)),
    expires_at: new Date(Number(expires)),
    has_second_factor: factor === '1',
  }
}
