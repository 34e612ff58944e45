export default function SoonAccounts() { return <main>soon-accounts</main> }
