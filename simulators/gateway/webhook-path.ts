/** Where the product takes webhooks: what one would enter in the gateway's console. */
export const webhookPath = '/api/transactions/webhooks/toss/'
