/** What authenticators show beside a passkey of ours. */
export const siteName = '한편'
