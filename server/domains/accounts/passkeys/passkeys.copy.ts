/** What authenticators show beside a passkey of ours. */
export const relyingPartyName = '한편'
