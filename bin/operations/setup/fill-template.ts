import type { Environment } from '#server/read-environment.ts'

/**
 * Writes settings into the text of `.env.example`, whose comments describe them: each in place of its line, which may be
 * commented out. Variables of the template without a setting are commented out, so that no example is taken for one.
 * Values with characters that would end or change them are quoted: by apostrophes, within which nothing is replaced.
 */
export function fillTemplate(template: string, settings: Environment): string {
  return template.replaceAll(/^#?([A-Z][A-Z0-9_]*)=(.*)$/gm, (line, name: string, example) => {
    const value = settings[name]
    if (value !== undefined) return `${name}=${quote(value)}`
    return line.startsWith('#') ? line : `#${name}=${example}`
  })
}

const quote = (value: string) => (/^[\w./:@%+?&=,-]*$/.test(value) ? value : `'${value}'`)
