/**
 * Fields that compute text from the document itself (ECMA-376 part 1, 17.16.5). Excludes fields that load a file, start a
 * program or build the name of another field: DDE, DDEAUTO, INCLUDEPICTURE, INCLUDETEXT, LINK, EMBED, IMPORT, DATABASE,
 * MACROBUTTON, GOTOBUTTON, QUOTE, IF, ADDIN, RD …
 */
const safeFields = new Set([
  ...[
    'PAGE',
    'NUMPAGES',
    'SECTION',
    'SECTIONPAGES',
    'PAGEREF',
    'REF',
    'NOTEREF',
    'STYLEREF',
    'SEQ',
  ],
  ...['TOC', 'TOA', 'INDEX', 'TC', 'TA', 'XE', 'LISTNUM', 'AUTONUM', 'AUTONUMLGL', 'AUTONUMOUT'],
  ...['DATE', 'TIME', 'CREATEDATE', 'SAVEDATE', 'PRINTDATE', 'EDITTIME', 'REVNUM'],
  ...['AUTHOR', 'LASTSAVEDBY', 'TITLE', 'SUBJECT', 'KEYWORDS', 'COMMENTS', 'FILENAME', 'FILESIZE'],
  ...['NUMCHARS', 'NUMWORDS', 'DOCPROPERTY', 'INFO', 'USERNAME', 'USERADDRESS', 'USERINITIALS'],
  ...['SYMBOL', 'EQ', 'ADVANCE', 'MERGEFIELD', 'CITATION', 'BIBLIOGRAPHY'],
  ...['FORMTEXT', 'FORMCHECKBOX', 'FORMDROPDOWN'],
])

/** `HYPERLINK "https://…" \o "tip"`, or `HYPERLINK \l "bookmark"`. */
const safeHyperlink =
  /^HYPERLINK\s+(?:"(?:https?:\/\/|mailto:|tel:)[^"]*"|(?:https?:\/\/|mailto:|tel:)\S+|\\l\s)/i

/** @param instruction the text between the start of a field and its result, without nested fields. */
export function isSafeField(instruction: string): boolean {
  const trimmed = instruction.trim()
  const [, command = ''] = /^(=|[A-Za-z]+)(?:\s|\\|"|$|(?<==))/.exec(trimmed) ?? []
  if (command === '=') return true
  const upper = command.toUpperCase()
  if (upper === 'HYPERLINK') return safeHyperlink.test(trimmed)
  return safeFields.has(upper)
}
