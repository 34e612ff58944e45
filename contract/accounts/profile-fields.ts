import { ageLimits } from '#contract/core/age-limits.ts'
import { nameText } from '#contract/core/text-fields.ts'
import { timestamp } from '#contract/core/fields.ts'
import { captionLanguages, pinLength, profileNameLength } from './profile-rules.ts'
import * as z from 'zod/mini'

export const ProfileName = nameText(profileNameLength)

export const Avatar = z.string().check(z.regex(/^drawn-(?:0[1-9]|1\d|2[0-4])$/))
export const AgeLimit = z.enum(ageLimits)
export const CaptionLanguage = z.enum(captionLanguages)
export const Pin = z.string().check(z.regex(new RegExp(`^\\d{${pinLength}}$`)))

/** The profile of a session, as every page needs it. */
export const SelectedProfile = z.object({
  id: z.int(),
  name: z.string(),
  avatar: z.string(),
  /** The picture that replaces the avatar. */
  picture_url: z.nullable(z.string()),
  caption_language: CaptionLanguage,
  autoplay: z.boolean(),
  /** Whether nothing is stored of what it watches: no progress, no history and no view. */
  is_history_paused: z.boolean(),
  age_limit: AgeLimit,
  is_child: z.boolean(),
})
export type SelectedProfile = z.infer<typeof SelectedProfile>

export const Profile = z.extend(SelectedProfile, {
  has_pin: z.boolean(),
  /** Created with the account; it cannot be deleted. */
  is_first: z.boolean(),
  created_at: timestamp,
})
export type Profile = z.infer<typeof Profile>
