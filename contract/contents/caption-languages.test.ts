import { captionLanguagePattern, isSdh, koreanSdh, selectCaptions } from './caption-languages.ts'
import { expect, test } from 'vitest'

const all = ['ko', 'en', koreanSdh].map((language) => ({ language }))

test.each([
  ['ko', all, 'ko'],
  [koreanSdh, all, koreanSdh],
  [koreanSdh, [{ language: 'en' }, { language: 'ko' }], 'ko'],
  ['ko', [{ language: 'en' }, { language: koreanSdh }], koreanSdh],
  ['en', [{ language: 'ko' }], undefined],
])(
  'a viewer who prefers %s gets the captions that come closest',
  (language, captions, expected) => {
    expect(selectCaptions(captions, language)?.language).toBe(expected)
  },
)

test('captions for deaf viewers are told apart by their tag', () => {
  expect(['ko', 'en-US', koreanSdh, 'en-x-sdh'].filter(isSdh)).toEqual([koreanSdh, 'en-x-sdh'])
  for (const tag of ['ko', 'zh-Hant', koreanSdh]) expect(tag).toMatch(captionLanguagePattern)
  for (const tag of ['', 'KO', 'ko-x', 'ko-x-sdh-x', '../ko'])
    expect(tag).not.toMatch(captionLanguagePattern)
})
