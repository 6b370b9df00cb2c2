const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

/** The compiled modules of this worker by file name, with the source that each was compiled from. */
const compiled = new Map();
const compileAnew = vm.compileFunction;

/**
 * Compiles a module once for all test files of a worker. Each file loads its modules anew, so that no file sees what another one
 * left, and jest has them compiled anew too, which takes a sixth of the processor's time. A module that imports while it runs, and
 * one that does not compile, is left to node.
 */
vm.compileFunction = (source, parameters, options) => {
  const { filename, parsingContext } = options ?? {};
  if (!filename || !parsingContext) return compileAnew(source, parameters, options);
  if (compiled.get(filename)?.source !== source)
    compiled.set(filename, { source, script: compile(source, parameters, filename) });
  const { script } = compiled.get(filename);
  return script ? script.runInContext(parsingContext) : compileAnew(source, parameters, options);
};

function compile(source, parameters, filename) {
  if (/\bimport\s*\(/.test(source)) return null;
  const head = `(function (${parameters.join(', ')}) {`;
  try {
    return new vm.Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
  } catch {
    return null;
  }
}

const { createContext } = vm;

/**
 * The environment of jest with a global object as node's own. Jest's is a proxy that node asks at every use of a global, such as
 * `Math` or `Buffer`, which takes up to a fifth of the processor's time.
 */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
  }
};
