/** What follows `When` in the name of a reaction: the event's name without the words that the act ends with. */
function happened(act, event) {
  const words = event.match(/[A-Z][a-z0-9]*/g) ?? [];
  const repeated = words.findLastIndex((_, last) => last < words.length - 1 && act.endsWith(words.slice(0, last + 1).join('')));
  return words.slice(repeated + 1).join('');
}

/** What is wrong with the name of a reaction to these events; null when it is right. */
function whatIsWrong(name, events) {
  const [act] = name.split('When');
  const right = events.length === 1 ? `${act}When${happened(act, events[0])}` : act;
  return name === right ? null : `The reaction to ${events.join(' and ')} is called '${right}'.`;
}

/** The name under which a function is passed on: `reaction`, `reactions.ofMails`, and either one called with its settings. */
const nameOf = (node) => node.name ?? (node.property ?? node.callee)?.name ?? node.callee?.property?.name;

/** The rule for the names of reactions, in the table of a service: docs/adding-a-feature.md, step 4. */
export const reactionNames = {
  create(context) {
    let on;
    const reactionsByName = new Map();
    return {
      ImportDeclaration({ source, specifiers }) {
        if (source.value === '@shop/messaging') on ??= specifiers.find(({ imported }) => imported?.name === 'on')?.local.name;
      },
      CallExpression({ callee, arguments: [event, reaction] }) {
        if (on === undefined || callee.name !== on || !reaction) return;
        const name = nameOf(reaction);
        if (name === undefined) context.report({ node: reaction, message: 'A reaction is a function with a name.' });
        else reactionsByName.set(name, { node: reaction, events: [...(reactionsByName.get(name)?.events ?? []), event.name] });
      },
      'Program:exit'() {
        for (const [name, { node, events }] of reactionsByName) {
          const message = whatIsWrong(name, events);
          if (message !== null) context.report({ node, message });
        }
      },
    };
  },
};
