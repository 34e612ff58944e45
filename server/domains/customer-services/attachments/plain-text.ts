/** EUC-KR was the default encoding of Korean Windows. */
const charsets = ['utf-8', 'euc-kr'] as const

/** Control characters other than tabs, line breaks and form feeds. */
// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const controls = /[\0-\x08\x0b\x0e-\x1f\x7f-\x9f\ufffe\uffff]/

/** Prefixes that programs interpret: markup, RTF with its objects, PostScript, PDF, a shebang line, MIME. */
const activeContentPrefix = /^[\ufeff\s]*(?:<[a-z!?/]|\{\\rtf|%!|%pdf-|#!|mime-version:)/i

/** Returns whether a file is plain text in UTF-8 or EUC-KR. */
export function isPlainText(file: Buffer): boolean {
  for (const charset of charsets) {
    const text = decodeText(file, charset)
    if (text === undefined) continue
    return text.trim() !== '' && !controls.test(text) && !activeContentPrefix.test(text)
  }
  return false
}

function decodeText(file: Buffer, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(file)
  } catch {
    return undefined
  }
}
