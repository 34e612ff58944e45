/** Marks captions for deaf viewers (SDH), which name speakers, sounds and music: private use of BCP 47. */
const sdhSuffix = '-x-sdh'

/** Korean captions for deaf viewers. */
export const koreanSdh = `ko${sdhSuffix}` as const

/** Their label in the menus of players. */
export const koreanSdhLabel = '한국어 (청각장애인용)'

/** Tags of captions: a language, perhaps with a region or script, perhaps for deaf viewers. */
export const captionLanguagePattern = /^[a-z]{2,3}(-[A-Za-z]{2,8})?(-x-sdh)?$/

export const isSdh = (language: string): boolean => language.endsWith(sdhSuffix)

const primaryLanguage = (language: string) => language.split('-')[0]

/** @returns the captions in a language; without any, those of its other kind, so that 한국어 stands in for SDH. */
export const selectCaptions = <C extends { language: string }>(
  captions: readonly C[],
  language: string,
): C | undefined =>
  captions.find((option) => option.language === language) ??
  captions.find((option) => primaryLanguage(option.language) === primaryLanguage(language))
