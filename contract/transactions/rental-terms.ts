import * as z from 'zod/mini'

/** Days within which a rental is started, and hours for which it plays from then on. An order keeps those of its time. */
export const RentalTerms = z.object({
  id: z.int(),
  start_days: z.int(),
  playback_hours: z.int(),
})
export type RentalTerms = z.infer<typeof RentalTerms>
