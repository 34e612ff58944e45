/** The deepest request of the contract has five levels. Recursive code, such as sorting of keys, relies on the limit. */
const maxDepth = 20

/** Parses JSON from outside. @throws SyntaxError for invalid JSON and for more than 20 levels */
export function parseJson(text: string): unknown {
  requireShallow(text)
  return JSON.parse(text) as unknown
}

/** Parses JSON from outside; undefined if `parseJson` would throw. */
export function tryParseJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** @throws SyntaxError if objects and arrays are nested deeper than 20 levels. */
export function requireShallow(text: string): void {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isInString && character === '\\') at++
    else if (character === '"') isInString = !isInString
    else if (isInString) continue
    else if (character === '{' || character === '[') {
      if (++depth > maxDepth) throw new SyntaxError('JSON is nested too deeply')
    } else if (character === '}' || character === ']') depth--
  }
}
