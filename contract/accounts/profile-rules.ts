import { koreanSdh } from '#contract/contents/caption-languages.ts'

/** Rules of profiles, kept apart from the schemas so that pages can import them without the validator. */

export const maxProfiles = 5
export const profileNameLength = { min: 1, max: 12 } as const
/** The drawn avatars: `drawn-01` to `drawn-24`. */
export const avatarCount = 24
/** Languages of captions that a profile can prefer; `off` shows none. */
export const captionLanguages = ['ko', koreanSdh, 'en', 'off'] as const
export const pinLength = 4
export const transferCodeHours = 24
