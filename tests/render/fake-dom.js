// Just enough of a document to count what is written to it.

class FakeNode {
  constructor(tag, counts) {
    this.tag = tag;
    this.counts = counts;
    this.children = [];
    this.attributes = {};
    this.parent = null;
    this.own = "";
  }
  get firstChild() {
    return this.children[0] ?? null;
  }
  get nextSibling() {
    return this.parent?.children[this.parent.children.indexOf(this) + 1] ?? null;
  }
  get textContent() {
    return this.children.length ? this.children.map((child) => child.textContent).join("") : this.own;
  }
  set textContent(text) {
    this.counts.writes++;
    this.children = [];
    this.own = text;
  }
  setAttribute(name, value) {
    this.counts.writes++;
    this.attributes[name] = value;
  }
  removeAttribute(name) {
    this.counts.writes++;
    delete this.attributes[name];
  }
  remove() {
    if (!this.parent) return;
    this.counts.writes++;
    this.parent.children = this.parent.children.filter((child) => child !== this);
    this.parent = null;
  }
  insertBefore(child, before) {
    this.counts.writes++;
    if (child.parent) child.parent.children = child.parent.children.filter((other) => other !== child);
    const at = before ? this.children.indexOf(before) : this.children.length;
    this.children.splice(at, 0, child);
    child.parent = this;
    this.own = "";
  }
  append(...nodes) {
    for (const node of nodes) this.insertBefore(node, null);
  }
}

export function fakeDocument() {
  const counts = { writes: 0 };
  return { counts, createElementNS: (_space, tag) => new FakeNode(tag, counts) };
}
