export default function SoonTerms() { return <main>soon-terms</main> }
