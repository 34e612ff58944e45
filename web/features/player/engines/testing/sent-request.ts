/** Fake XMLHttpRequest that records sent requests; aborted ones are removed. */
export class SentRequest extends EventTarget {
  static sent: SentRequest[] = []
  readyState = 0
  status = 0
  response: ArrayBuffer | string | null = null
  responseText = ''
  responseURL = ''
  responseType = ''
  url = ''
  headers: Record<string, string> = {}
  onreadystatechange: (() => void) | null = null
  open(_method: string, url: string) {
    this.url = url
    this.readyState = 1
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send() {
    SentRequest.sent.push(this)
  }
  abort() {
    SentRequest.sent = SentRequest.sent.filter((request) => request !== this)
  }
  answer(status: number, response: ArrayBuffer | string = '') {
    this.status = status
    this.readyState = 4
    this.response = response
    if (typeof response === 'string') this.responseText = response
    this.responseURL = this.url
    this.onreadystatechange?.()
    this.dispatchEvent(new Event('load'))
  }
  getResponseHeader() {
    return null
  }
  getAllResponseHeaders() {
    return ''
  }
}

/** URLs of the sent requests. */
export const sent = (): string[] => SentRequest.sent.map(({ url }) => url)
