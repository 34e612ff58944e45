import type { OpenApiDocument, Operation } from './openapi.ts'

/** The OpenAPI document as a page to read: no script, nothing from elsewhere. */
export function documentationPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({ path, method, operation })),
  )
  return `<!doctype html><html lang="ko"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${document.info.title}</title>
<style>${styles}</style></head><body><main><h1>${document.info.title}</h1>
<p>${escape(document.info.description)} <a href="/api/openapi.json">openapi.json</a></p>
<nav><ul>${operations.map(({ path, method, operation }) => `<li><a href="#${operation.operationId}"><code>${method.toUpperCase()} ${escape(path)}</code></a></li>`).join('')}</ul></nav>
${operations.map(({ path, method, operation }) => section(path, method, operation)).join('\n')}
</main></body></html>`
}

function section(path: string, method: string, operation: Operation): string {
  const rows = operation.parameters.map(
    (parameter) =>
      `<tr><td><code>${escape(parameter.name)}</code></td><td>${parameter.in}${parameter.required ? ', required' : ''}</td><td><code>${escape(JSON.stringify(parameter.schema))}</code></td></tr>`,
  )
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const { description, content } = response as {
      description: string
      content?: Record<string, { schema: unknown }>
    }
    const schema = content?.['application/json']?.schema
    return `<dt>${status}</dt><dd>${escape(description)}${schema ? `<details><summary>Schema</summary><pre>${escape(JSON.stringify(schema, null, 2))}</pre></details>` : ''}</dd>`
  })
  return `<section id="${operation.operationId}"><h2><code>${method.toUpperCase()} ${escape(path)}</code></h2>
<p>${escape(operation.summary)}</p>${rows.length > 0 ? `<div class="wide"><table><tbody>${rows.join('')}</tbody></table></div>` : ''}
<dl>${responses.join('')}</dl></section>`
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`)
}

const styles = `:root{color-scheme:dark light}body{font:16px/1.6 system-ui,sans-serif;margin:0}
main{max-width:60rem;margin:auto;padding:1.5rem}section{border-top:1px solid #8884;margin-top:2rem}
h2{font-size:1.1rem}.wide,pre{overflow-x:auto}table{border-collapse:collapse}td{padding:.25rem .75rem .25rem 0;vertical-align:top}
dt{font-weight:700;margin-top:.5rem}dd{margin:0}nav ul{list-style:none;padding:0}`
