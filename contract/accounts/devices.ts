import { timestamp } from '#contract/core/fields.ts'
import * as z from 'zod/mini'

export const DeviceSession = z.object({
  id: z.int(),
  /** `Chrome · Windows` */
  device: z.string(),
  address: z.string(),
  signed_in_at: timestamp,
  last_seen_at: timestamp,
  is_current: z.boolean(),
  /** The name of the selected profile; null until one is selected. */
  profile_name: z.nullable(z.string()),
})
export type DeviceSession = z.infer<typeof DeviceSession>

export const Passkey = z.object({
  id: z.int(),
  name: z.string(),
  created_at: timestamp,
  last_used_at: z.nullable(timestamp),
})
export type Passkey = z.infer<typeof Passkey>
