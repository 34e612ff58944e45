import { decodeText } from '#server/shared/decode-text.ts'

/** Control characters other than tabs, line breaks and form feeds. */
// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const controls = /[\0-\x08\x0b\x0e-\x1f\x7f-\x9f\ufffe\uffff]/

/** Prefixes that programs interpret: markup, RTF with its objects, PostScript, PDF, a shebang line, MIME. */
const activeContentPrefix = /^[\ufeff\s]*(?:<[a-z!?/]|\{\\rtf|%!|%pdf-|#!|mime-version:)/i

/** @throws Error unless the file is plain text in an encoding of `decodeText`. */
export function checkText(file: Buffer): void {
  const text = decodeText(file)?.text ?? ''
  if (text.trim() === '' || controls.test(text) || activeContentPrefix.test(text))
    throw new Error('no plain text')
}
