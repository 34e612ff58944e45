const timeout_ms = 15_000

/** Loads a script of another site, once for a page; after a failure it can be loaded again. @throws if it does not load in time */
export function loadScript(url: string): Promise<void> {
  const loaded = document.querySelector(`script[src="${CSS.escape(url)}"][data-loaded]`)
  if (loaded) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const element = document.createElement('script')
    const fail = () => reject(new Error(`${url} did not load`))
    element.src = url
    setTimeout(fail, timeout_ms)
    element.addEventListener('load', () => {
      element.dataset['loaded'] = ''
      resolve()
    })
    element.addEventListener('error', fail)
    document.head.append(element)
  })
}
