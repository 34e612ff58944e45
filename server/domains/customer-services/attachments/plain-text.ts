/** The second is what Korean Windows wrote for decades. */
const charsets = ['utf-8', 'euc-kr'] as const

/** What no text holds. Tabs, line breaks and form feeds are of text. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const controls = /[\0-\x08\x0b\x0e-\x1f\x7f-\x9f\ufffe\uffff]/

/** What a program would take for its own: markup, Rich Text with its objects, PostScript, a script's first line. */
const otherwise = /^[\ufeff\s]*(?:<[a-z!?/]|\{\\rtf|%!|%pdf-|#!|mime-version:)/i

/** Whether a file is text in UTF-8 or EUC-KR and nothing but text. */
export function isPlainText(file: Buffer): boolean {
  for (const charset of charsets) {
    const text = decoded(file, charset)
    if (text === undefined) continue
    return text.trim() !== '' && !controls.test(text) && !otherwise.test(text)
  }
  return false
}

function decoded(file: Buffer, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(file)
  } catch {
    return undefined
  }
}
