export default function Category() { return <main>category</main> }
