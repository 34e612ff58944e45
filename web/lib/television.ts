/** Whether the page is laid out for a television and its remote (`markTelevision`). False on the server. */
export const isTelevision = () =>
  typeof document !== 'undefined' && document.documentElement.dataset['tv'] !== undefined
