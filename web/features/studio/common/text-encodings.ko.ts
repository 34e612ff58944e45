import type { TextEncoding } from '#contract/core/fields.ts'

/** Names of encodings as Korean programs show them. */
export const textEncodingNames: Record<TextEncoding, string> = {
  'utf-8': 'UTF-8 파일',
  'utf-16le': 'UTF-16 파일',
  'utf-16be': 'UTF-16(BE) 파일',
  cp949: '한국어 윈도우(CP949) 파일',
}
