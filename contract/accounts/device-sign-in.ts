import { accountAccess, endpoint } from '#contract/core/endpoint.ts'
import { timestamp } from '#contract/core/fields.ts'
import * as z from 'zod/mini'
import { userCodeAlphabet, userCodeLength } from './account-rules.ts'
import { User } from './accounts.ts'

/** The response of RFC 8628, section 3.2, with its field names. */
export const DeviceCode = z.object({
  device_code: z.string(),
  /** `BDWP-HQPK` */
  user_code: z.string(),
  verification_uri: z.string(),
  verification_uri_complete: z.string(),
  /** Seconds. */
  expires_in: z.int(),
  interval: z.int(),
})
export type DeviceCode = z.infer<typeof DeviceCode>

/** A device that asks to be signed in, as the member sees it. */
export const DeviceRequest = z.object({
  /** `Chrome · webOS TV`; empty if the device does not send it. */
  device: z.string(),
  address: z.string(),
  /** Whether it is in the network of the member who confirms. */
  is_same_network: z.boolean(),
  requested_at: timestamp,
  expires_at: timestamp,
})
export type DeviceRequest = z.infer<typeof DeviceRequest>

/** Letters in either case, with or without the hyphen. */
const UserCode = z.string().check(
  z.maxLength(32),
  z.overwrite((text) => text.toUpperCase().replace(/[\s-]/g, '')),
  z.regex(new RegExp(`^[${userCodeAlphabet}]{${userCodeLength}}$`)),
)

export const device_sign_in = {
  requestDeviceCode: endpoint({
    method: 'POST',
    path: '/api/accounts/device/code/',
    summary: 'Starts signing in a device by a code that a member confirms elsewhere (RFC 8628)',
    access: 'anyone',
    response: DeviceCode,
    status: 201,
  }),
  pollDeviceCode: endpoint({
    method: 'POST',
    path: '/api/accounts/device/token/',
    summary:
      'Signs in the device once a member has let it in; the problem codes are those of RFC 8628',
    access: 'anyone',
    body: z.strictObject({ device_code: z.string().check(z.minLength(1), z.maxLength(128)) }),
    expects_refusals: true,
    response: User,
    problems: ['authorization_pending', 'slow_down', 'expired_token', 'access_denied'],
  }),
  readDeviceRequest: endpoint({
    method: 'GET',
    path: '/api/accounts/device/request/',
    summary: 'Returns the device that shows the code; counts as a try',
    ...accountAccess,
    query: z.strictObject({ user_code: UserCode }),
    response: DeviceRequest,
  }),
  decideDeviceRequest: endpoint({
    method: 'POST',
    path: '/api/accounts/device/request/',
    summary: 'Lets the device that shows the code in, or refuses it, once; counts as a try',
    ...accountAccess,
    body: z.strictObject({ user_code: UserCode, is_approved: z.boolean() }),
    response: null,
  }),
}
