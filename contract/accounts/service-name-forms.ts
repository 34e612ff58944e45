import { convertHangulToQwerty, romanize } from 'es-hangul'

/** The name of the service as it may be typed: itself, romanized, and as Hangul keystrokes on a QWERTY keyboard. */
export const serviceNameForms = (name: string): string[] => [
  name,
  romanize(name),
  convertHangulToQwerty(name),
]
