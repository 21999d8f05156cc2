classes = ()
session = None


def register():
    pass


def unregister():
    pass


def stop():
    pass


def changed(owner, table, name):
    pass
