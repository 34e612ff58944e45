import { id } from '#contract/core/fields.ts'
import * as z from 'zod/mini'

/** Random id of a tab (decisions/0030-stream-slots); it survives a reload. */
export const PlayerId = z.string().check(z.regex(/^[\w-]{16,64}$/))

/** What one page may have the player of another do. `seek` moves by `seconds`. */
export const remoteCommands = ['play', 'pause', 'seek', 'next', 'captions'] as const

const seconds = z.number().check(z.gte(0), z.lte(172_800))

/** A player as the other pages of its profile see it; times in seconds. */
export const RemotePlayer = z.strictObject({
  player: PlayerId,
  episode_id: id,
  title: z.string().check(z.maxLength(300)),
  position: seconds,
  duration: seconds,
  is_paused: z.boolean(),
  has_next: z.boolean(),
  has_captions: z.boolean(),
})
export type RemotePlayer = z.infer<typeof RemotePlayer>

/** What pages of a profile send each other: one asks which players there are, a player reports itself, or is commanded. */
export const RemoteMessage = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('query') }),
  z.strictObject({ kind: z.literal('state'), state: RemotePlayer }),
  z.strictObject({ kind: z.literal('closed'), player: PlayerId }),
  z.strictObject({
    kind: z.literal('command'),
    player: PlayerId,
    command: z.enum(remoteCommands),
    seconds: z.optional(z.number().check(z.gte(-3_600), z.lte(3_600))),
  }),
])
export type RemoteMessage = z.infer<typeof RemoteMessage>

/** A socket message to every page of the profile, that of the sender included. `device` is the sender's. */
export const RemoteSocketMessage = z.object({
  type: z.literal('remote'),
  device: z.string(),
  message: RemoteMessage,
})
export type RemoteSocketMessage = z.infer<typeof RemoteSocketMessage>
